/** Paths of notifications; not part of `paths`, which every page loads. */
export const notifyPaths = { notify: () => '/following/notify' };

export const pushCalls = {
  key: () => '/api/push/key',
  subscription: () => '/api/push/subscription',
  state: () => '/api/push/state',
  mail: () => '/api/push/mail',
  test: () => '/api/push/test',
};
