-- The characters of a text and each two that follow each other, without case.
CREATE FUNCTION text_grams(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT gram), '{}') FROM generate_series(1, char_length(lower($1))) AS i,
    LATERAL (VALUES (substr(lower($1), i, 1)), (substr(lower($1), i, 2))) AS grams (gram);
END;--> statement-breakpoint
CREATE INDEX "articles_title_idx" ON "articles" USING gin (text_grams("title"));--> statement-breakpoint
CREATE INDEX "audit_events_kind_idx" ON "audit_events" USING btree ("subject_kind","id");