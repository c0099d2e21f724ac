#!/bin/sh
# Creates the replication role of the second server.
set -e
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role airwave_replication login replication password :'password';
SQL
echo 'host replication airwave_replication samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
