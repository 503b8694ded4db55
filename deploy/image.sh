#!/usr/bin/env bash
# The containers of a version: build them, try them on an empty volume, push them, name them.
#   deploy/image.sh build|try            on any machine with Docker
#   deploy/image.sh push|publish         in the workflow release.yml
# DOCKER=podman calls that one instead.
set -euo pipefail
cd "$(dirname "$0")/.."

docker=${DOCKER:-docker}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
local=veldlicht:$version
remote=ghcr.io/${GITHUB_REPOSITORY:-local/veldlicht}
remote=${remote,,}

build() {
  local labels=(--label "org.opencontainers.image.version=$version" --label org.opencontainers.image.licenses=GPL-3.0-or-later
    --label "org.opencontainers.image.source=https://github.com/${GITHUB_REPOSITORY:-local/veldlicht}")
  "$docker" build "${labels[@]}" --target veldlicht -t "$local" .
  "$docker" build "${labels[@]}" --target caddy -t "$local-caddy" .
}

# As compose.yaml runs it: nothing is written but to the volume and /tmp, with no capability.
try() {
  # Not local: the trap reads it after the function.
  id=$("$docker" run -d --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -v /data \
    -p 127.0.0.1:4399:4321 -e PUBLIC_ORIGIN=http://localhost:4399 "$local")
  trap '"$docker" logs "$id" | tail -20; "$docker" rm -f -v "$id" > /dev/null' EXIT
  local answers=0
  for _ in $(seq 60); do
    if curl -fsS http://localhost:4399/api/health > /dev/null 2>&1; then answers=1 && break; fi
    sleep 2
  done
  [ $answers = 1 ] || { echo 'It is not well after two minutes' >&2; exit 1; }
  [[ $(curl -fsS http://localhost:4399/) == *'<html lang="nl"'* ]]
  [[ $(curl -fsS http://localhost:4399/admin) == *'<script'* ]]
  [ "$("$docker" exec "$id" node -p 'process.getuid()')" = 10001 ]
  "$docker" run --rm -e SITE_ADDRESS=http://localhost:8080 -e API_UPSTREAM=127.0.0.1:4321 -e DATA_DIR=/data -e ADMIN_ROOT=/admin \
    -e VISITS_DIR=/tmp "$local-caddy" caddy validate --config /etc/caddy/Caddyfile
}

sign_in() {
  "$docker" login ghcr.io -u "$GITHUB_ACTOR" --password-stdin <<< "$TOKEN"
}

push() {
  sign_in
  for part in '' -caddy; do
    "$docker" tag "$local$part" "$remote:$version$part-$PROCESSOR"
    "$docker" push "$remote:$version$part-$PROCESSOR"
  done
}

# One name for both processors. A version before the release, such as 1.1.0-beta.1, is not the latest.
publish() {
  sign_in
  for part in '' -caddy; do
    local names=(-t "$remote:$version$part")
    case $version in *-*) ;; *) names+=(-t "$remote:${version%.*}$part" -t "$remote:latest$part") ;; esac
    "$docker" buildx imagetools create "${names[@]}" "$remote:$version$part-amd64" "$remote:$version$part-arm64"
  done
}

case ${1:-} in
  build | try | push | publish) "$1" ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit 1 ;;
esac
