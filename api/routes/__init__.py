"""The routes of the wire contract, by what they take: `deals` JSON, `photos` a form, `site` nothing."""
