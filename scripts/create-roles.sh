#!/bin/sh
# Makes the database with its two roles (docs/operations.md), as an administrator of PostgreSQL. compose.yaml runs it once,
# when the database's volume is new. Elsewhere the variables of libpq (PGHOST, PGUSER, …) say which server.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres ${POSTGRES_USER:+--username="$POSTGRES_USER"} <<'SQL'
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD
create role tribute_owner login password :'owner_password';
create role tribute_app login password :'app_password';
create database tribute owner tribute_owner template template0 encoding 'UTF8';
SQL
