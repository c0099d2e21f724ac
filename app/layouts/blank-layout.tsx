import { Outlet } from 'react-router';

export default function BlankLayout() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}
