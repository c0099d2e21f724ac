#!/bin/sh
# Replaces processes one after the other: deploy/roll.sh HOST/UNIT:PORT …, such as web1/web:8810 media1/media:8810 worker1/worker:8810.
# Each host has the new build at /srv/airwave/current, and the migrations are done. Stops at the first process that does not
# become ready, while all the others still serve.
set -eu

for target in "$@"; do
  host=${target%%/*}
  rest=${target#*/}
  unit=${rest%%:*}
  port=${rest##*:}
  case $unit in
    media) ready=/readyz/media ;;
    *) ready=/readyz ;;
  esac
  # Stopping drains: /readyz is 503 at once, the balancers send no new requests, and open ones are answered.
  echo "$host: replacing $unit"
  ssh "$host" systemctl restart "airwave@$unit"
  tries=0
  until ssh "$host" curl --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$port$ready"; do
    tries=$((tries + 1))
    if [ "$tries" -ge "${READY_TRIES:-120}" ]; then
      echo "$host: $unit is not ready ($ready); the others were left as they are" >&2
      exit 1
    fi
    sleep 1
  done
  # Two checks of the balancers, so that the next one is not stopped before this one gets requests.
  sleep "${SETTLE_SECONDS:-3}"
  echo "$host: $unit is ready"
done
