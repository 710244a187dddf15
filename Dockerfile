# Tribute for a server: the application alone, for a PostgreSQL of your own (DATABASE_URL; compose.yaml has one).
# `npm run release` builds it without a daemon, `npm run release:check` starts it and makes a first tip.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG SYSTEM_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /tribute
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && node scripts/release/folder.ts /release

# Without npm, and of the packages without what no program loads: half the size.
FROM ${SYSTEM_IMAGE}
# Two arenas of glibc's allocator instead of one for each thread, and what is free goes back to the system, as
# scripts/start.mjs has it: uploads then take a third less memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/tribute
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
RUN useradd --uid 1000 --user-group --no-create-home --home-dir /var/lib/tribute --shell /usr/sbin/nologin tribute \
 && install -d -o tribute -g tribute /var/lib/tribute
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# The sources come along: the commands run from them, and the start compares them with the build's stamp.
COPY --from=build /release /tribute
WORKDIR /tribute
# By number, as Kubernetes needs it to know that this is not root.
USER 1000:1000
VOLUME /var/lib/tribute
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--initial-old-space-size=64", "--heap-growing-percent=75", "scripts/start.mjs"]
