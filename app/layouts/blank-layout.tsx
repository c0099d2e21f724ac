import { Outlet } from 'react-router';
import { DialogHost } from '#app/components/frame/dialog-host.tsx';
import { BlankFrame } from './blank-frame.tsx';

export { PageFault as ErrorBoundary } from '#app/pages/errors/page-fault.tsx';

export default function BlankLayout() {
  return (
    <>
      <BlankFrame>
        <Outlet />
      </BlankFrame>
      <DialogHost />
    </>
  );
}
