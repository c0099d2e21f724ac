/** A change as a preview, an approval and the audit show it. */
export interface ShownRow {
  action: string;
  subject_kind: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
