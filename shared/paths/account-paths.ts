/**
 * Member pages linked from every page. In a separate file because it is part of the bundle that every page loads,
 * unlike the other paths.
 */
export const accountPaths = {
  login: () => '/member/user/login',
  register: () => '/member/register',
  history: () => '/member/userinfo/memberHistory',
};
