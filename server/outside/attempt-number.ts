/** Whether what a provider calls an order can be the number of one of our attempts. */
export const isAttemptNumber = (text: string): boolean => /^[A-Z]{2}\d{14}$/.test(text);
