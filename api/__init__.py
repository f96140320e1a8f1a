"""The doors: HTTP app, command line, web page.

The service:

- `app`                       put together; `serve`, `serve_cli`, `settings`, `lan`: started, told what it may do, found
- `service`                   what one running service holds
- `connections`, `access`     who gets in: connections bounded, names, keys, rates; `clients` says who is who
- `doorman`                   every request: an id, a log line (`logs`, `metrics`), a problem object (`problems`)
- `body`, `strict_json`       what was sent, read under limits; `parts`, `formats`: of a form, its label formats
- `routes/`                   the wire contract, by what the routes take
- `jobs/`                     label jobs: many photos, labelled while nobody waits
- `waiting`                   the line before the eye, shared among clients
- `children`, `child`, `work` native work in watched child processes; `cores`: how many, `forking`: how they are made

What is asked:

- `eye`                       one photo's way through the eye
- `facts`, `photo_deal`       what was told about a photo, and with the reading a deal; `shown`: what prevents it
- `round_photos`              several photos of one round, or one of the whole table: the hands of other seats
- `answers`                   a reading and what was told -> what the photo routes and the command line answer
- `sheets`                    house sheets as files

The documents: `openapi` and `docs`, from `shapes`, `input_shapes`, `photo_shapes`, `rule_shapes`, `rule_schemas`,
`job_shapes`.

The command line: `cli` names the verbs, which are in `photo_cli`, `deal_cli`, `label_cli`, `export_cli`, `learn_cli`,
`rules_cli` and `serve_cli`; `words_cli` is what they share, `workers_cli` what the verbs for many photos do,
`rules_asked` what `rules new` asks; what they print: `terminal`, `progress`. `page/` is the player's page,
`assets` how it travels; `review` serves the one that walks through a data set.
"""
