-- What only the owner of an index may do, for the role that serves: the search is settled after it was written in bulk.
CREATE FUNCTION "public"."settle_search_index"() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM gin_clean_pending_list('search_documents_grams_idx'::regclass);
  PERFORM gin_clean_pending_list('search_documents_title_idx'::regclass);
  PERFORM gin_clean_pending_list('search_documents_named_idx'::regclass);
  ANALYZE search_documents;
END
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "public"."settle_search_index"() FROM PUBLIC;
