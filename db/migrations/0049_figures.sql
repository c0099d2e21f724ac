-- By hand: the page of figures, which opened by a token, becomes a room of the desk.
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'figures.see')
WHERE "name" IN ('chief-editor', 'producer', 'engineer', 'finance', 'finance-chief', 'sales', 'auditor', 'administrator', 'break-glass')
  AND NOT 'figures.see' = ANY("permissions");--> statement-breakpoint
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'figures.export')
WHERE "name" IN ('engineer', 'administrator', 'break-glass') AND NOT 'figures.export' = ANY("permissions");
