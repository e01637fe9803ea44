#   docker build -t alejandria .
# docs/operating.md has the command that runs it.

FROM node:26-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --loglevel=error
COPY vite.config.ts tsconfig.json ./
COPY scripts/build scripts/build
COPY contract contract
COPY web web
RUN npm run --silent build

# What runs: without the packages that only the web names, without the Node that npm brings along, since the image has one,
# and without the canvas that pdf.js brings along, since no page is drawn
FROM web AS packages
COPY server server
RUN for name in $(node -p 'Object.keys(require("./package.json").dependencies).join(" ")'); do \
    grep --recursive --quiet "'$name['/]" server contract || echo "$name"; \
  done | xargs npm uninstall --omit=dev --ignore-scripts --loglevel=error \
  && rm -rf node_modules/node-linux-* node_modules/.bin node_modules/@napi-rs

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
RUN install --directory --owner=node --group=node --mode=700 /data /backups
COPY --from=packages /app/node_modules node_modules
COPY --from=web /app/dist dist
COPY package.json ./
COPY contract contract
COPY server server
# `npm run admin`, as there is no npm script in the image
RUN printf '#!/bin/sh\nexec node --max-semi-space-size=1 --max-old-space-size=512 /app/server/admin.ts "$@"\n' > /usr/local/bin/admin \
  && chmod +x /usr/local/bin/admin
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The exec form: Node is PID 1, and SIGTERM reaches it. As `npm start`: what large files leave is cleared away sooner
CMD ["node", "--max-semi-space-size=2", "server/main.ts"]
