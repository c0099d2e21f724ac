import { AUTH_FORMS } from '#domain/auth/auth.rules.ts';
import { checkForm, type Given } from '#domain/forms/fields.rules.ts';
import { MEMBER_FORMS } from '#domain/members/members.rules.ts';
import { PHONE_FORMS } from '#domain/phones/phone-forms.rules.ts';

/** The forms of the pages about accounts, by the name of their call: each module has the fields of its own. */
const FORMS = { ...AUTH_FORMS, ...MEMBER_FORMS, ...PHONE_FORMS };

export type MemberForm = keyof typeof FORMS;

/** What is wrong with what a form holds, by the rules of the server. */
export const faultsIn = (form: MemberForm, given: Given, now: Date) => checkForm(FORMS[form], given, now).faults;
