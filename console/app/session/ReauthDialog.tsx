import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useAuth } from './auth.tsx';
import { lazyPage } from '../../kit/lazyPage.ts';

const Reauth = lazyPage(() => import('./Reauth.tsx'), ['auth', 'passwords', 'passkeys']);

export const ReauthDialog = () =>
  useStore(useAuth().reauth.store).need ? (
    <Suspense>
      <Reauth />
    </Suspense>
  ) : null;
