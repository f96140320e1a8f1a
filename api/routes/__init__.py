"""The routes of the wire contract, by what they take: `deals` JSON, `photos` a form, `labels` a form with several
photos, `site` nothing.
"""
