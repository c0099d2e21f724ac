/** Whether a provider's order number has the format of our attempt numbers. */
export const isAttemptNumber = (text: string): boolean => /^[A-Z]{2}\d{14}$/.test(text);
