"""Label jobs: many photos are taken in at once and labelled while nobody waits.

`job`       a job as the database keeps it and as it is told
`database`  SQLite in the jobs' folder, or a PostgreSQL server
`store`     the jobs in it, and what each client may have
`office`    what routes need: the folder, the store, uploads under way
`arrival`   a form's photos and zips, streamed to the disk
`collect`   a job's photos gathered in its folder, from zips or from a store
`zips`      what is in a zip: refused, passed over, unpacked
`driver`    a child process that labels one job with `vision.labels.engine`
`drive`     the service's side of that process, and the photos that it asks for
`reading`   one photo of a job, read by an eye of the service
`runner`    which job is labelled when; what is over is tidied away
`packed`    the labels as a zip that is made while it is sent

A job's folder has all that its labelling needs; a service that is started again goes on from there.
"""
