/** From where tests that are about something else ask. */
export const TEST_IP = '203.0.113.7';

/** Somebody who comes at a moment. */
export const comingAt = (now: Date, remoteIp = TEST_IP) => ({ now, remoteIp });
