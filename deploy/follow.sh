#!/bin/sh
# Clones the first server once, then streams.
set -e
export PGPASSWORD="$POSTGRES_PASSWORD"
[ -f "$PGDATA/PG_VERSION" ] || pg_basebackup --host=postgres1 --username=airwave_replication --pgdata="$PGDATA" --wal-method=stream --write-recovery-conf
exec postgres -c max_connections=200 -c hot_standby=on
