/** Days that one person gives one member within as many days without a second person. */
export const DAYS_ALONE = 31;
/** Members to whom one person gives days within that time without a second person. */
export const MEMBERS_ALONE = 10;
/** Most days given at once. */
export const MAX_DAYS_GIVEN = 3_660;
/** Most days credited for an outage. */
export const MAX_CREDIT_DAYS = 60;
/** Highest price of a plan, in cents. */
export const MAX_PLAN_CENTS = 1_000_000_00;
