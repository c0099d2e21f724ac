/** Client address of tests that are about something else. */
export const TEST_IP = '203.0.113.7';

/** A visitor at an instant. */
export const comingAt = (now: Date, remoteIp = TEST_IP) => ({ now, remoteIp });
