#!/bin/sh
# Creates the service role with the database; `npm run migrate` grants its privileges.
set -e
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$SERVICE_PASSWORD" <<'SQL'
create role airwave_service login nosuperuser nocreatedb nocreaterole password :'password';
SQL
