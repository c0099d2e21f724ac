/** Days that one person gives one member within as many days without a second person. */
export const DAYS_ALONE = 31;
/** Members that one person may give days in that time without a second person. */
export const MEMBERS_ALONE = 10;
/** Maximum days per grant. */
export const MAX_DAYS_GIVEN = 3_660;
/** Maximum days per outage credit. */
export const MAX_CREDIT_DAYS = 60;
/** Highest price of a plan, in cents. */
export const MAX_PLAN_CENTS = 1_000_000_00;
