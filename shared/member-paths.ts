/** Pages that mails lead to. Each shows what its link is for; a press there uses the link up (scanners only open it). */
export const memberPaths = {
  login: () => '/member/user/login',
  register: () => '/member/register',
  welcome: (code: string) => `/member/register/welcome?code=${code}`,
  resetPassword: (code: string) => `/member/user/resetPassword?code=${code}`,
  verifyEmail: (code: string) => `/member/user/verifyEmail?code=${code}`,
  history: () => '/member/userinfo/memberHistory',
};
