"""The routes of the wire contract, by what they take: `deals` JSON, `photos` a form, `labels` a form of several photos, `site` nothing."""
