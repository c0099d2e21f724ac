/** Pages of members that every page leads to, in a file of their own: it is a part of what all load, and the others are not. */
export const accountPaths = {
  login: () => '/member/user/login',
  register: () => '/member/register',
  history: () => '/member/userinfo/memberHistory',
};
