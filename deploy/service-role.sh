#!/bin/sh
# Makes the role that serves when the database is made; `npm run migrate` says what it may do.
set -e
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$SERVICE_PASSWORD" <<'SQL'
create role airwave_service login nosuperuser nocreatedb nocreaterole password :'password';
SQL
