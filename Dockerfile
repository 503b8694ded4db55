# Veldlicht in a container: everything is compiled in the first stage, and the second writes nowhere but
# in /data and /tmp. Node itself is one of the locked packages. `docker build -t veldlicht .`
ARG BASE=docker.io/library/debian:13-slim
ARG CADDY=docker.io/library/caddy:2

FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates npm
WORKDIR /app
COPY . .
# It installs what the product runs on, and nothing of the tests.
RUN npm run build
RUN rm -rf .git .ci bench demo e2e docs docs-site

# The web server in front, with the files of the admin: `docker build --target caddy`
FROM ${CADDY} AS caddy
COPY --from=build /app/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/admin-ui/dist /admin

FROM ${BASE} AS veldlicht
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
# Others may pass through /data to what is public; what is not is closed by its own mode.
RUN useradd --system --uid 10001 --no-create-home veldlicht && install -d -m 0711 -o veldlicht -g veldlicht /data
# Caddy writes here as root of no capabilities, so as the group; files of its own, which others may read.
RUN install -d -m 2770 -o veldlicht -g root /visits && install -m 0644 /dev/null /visits/access.log
WORKDIR /app
COPY --from=build /app /app
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER veldlicht
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
CMD ["node", "--import", "./scripts/quick-modules.mjs", "scripts/start.ts"]
