import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useAuth } from './auth.tsx';
import { page } from '../../kit/fresh.ts';

const Reauth = page(() => import('./Reauth.tsx'), ['auth']);

export const ReauthDialog = () =>
  useStore(useAuth().reauth.store).open ? (
    <Suspense>
      <Reauth />
    </Suspense>
  ) : null;
