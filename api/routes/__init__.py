"""The routes of the wire contract, by what they take: `deals` JSON, `photos` a form, `labels` a form with several
photos, `jobs` a form with many (`no_jobs`: where the operator has set up none), `site` nothing. `taught` is the
set that a form may carry.
"""
