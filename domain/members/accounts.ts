export type { MemberServices, Visitor } from './member-services.ts';
export { MemberFormError, readMemberForm } from './member-form.ts';
