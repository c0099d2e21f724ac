import type { MetaFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { GoLogIn, goLogInMeta } from '#app/pages/auth/go-log-in.tsx';
import type { loader } from '#app/pages/auth/site.server.ts';

export { loader } from '#app/pages/auth/site.server.ts';

const text = authText.resetSuccess;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  goLogInMeta(loaderData, paths.resetPasswordSuccess(), text);

export default function ResetSuccess() {
  return <GoLogIn {...text} />;
}
