# Heartbell with the embedded PostgreSQL, or with yours (DATABASE_URL). Build: docker build -t heartbell .
FROM node:22-bookworm-slim AS build
WORKDIR /heartbell
COPY . .
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /heartbell
# Not root, so that the embedded PostgreSQL runs as the same user and the volume has one owner.
RUN install -d -o node -g node /var/lib/heartbell
COPY --from=build --chown=root:root /heartbell /heartbell
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 HEARTBELL_DATA=/var/lib/heartbell
VOLUME /var/lib/heartbell
EXPOSE 4000
STOPSIGNAL SIGTERM
# A worker has no HTTP port by default; compose.yaml disables this check for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/heartbell/packages/server/bin/heartbell.js"]
CMD ["serve"]
