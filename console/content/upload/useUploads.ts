import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { systemClock } from '../../../shared/clock.ts';
import { UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import {
  PLATFORM_LIMITS,
  readUploadLimits,
} from '../../../shared/contract/identity/settings/uploadLimits.ts';
import { read } from '../../../shared/net/queries.ts';
import { network } from '../../app/network.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { useInvalidateTouched } from '../../kit/useSave.ts';
import { durationOf } from './limits/duration.ts';
import { findKnown, findOwn } from './knownFiles.ts';
import { startUpload } from './startUpload.ts';
import { noteChosen } from './unfinished.ts';
import { createUploads, type Uploads } from './uploads.ts';

const FINDERS = { library: findKnown, own: findOwn };
type Noted = ReturnType<Uploads['store']['getState']>;

/** The files this page uploads; each that arrives is a creative. `asks`: one that is in the library, or that the user has uploaded, is not sent again unseen. */
export function useUploads({ asks = 'nobody' }: { asks?: keyof typeof FINDERS | 'nobody' } = {}) {
  const { client } = useAuth();
  const { user } = useSignedIn();
  /** The page is drawn anew for another tenant. */
  const [uploader] = useState({ user: user.id, tenant: user.tenant_id });
  const invalidate = useInvalidateTouched();
  const { data: limits = PLATFORM_LIMITS } = useQuery({
    ...read(client, readUploadLimits, {}),
    retry: false,
  });
  const limitsNow = useRef(limits);
  useEffect(() => void (limitsNow.current = limits), [limits]);
  const [uploads] = useState(() =>
    createUploads({
      clock: systemClock,
      network,
      limits: () => limitsNow.current,
      durationOf,
      send: (file, hear) => startUpload(file, { client, network, uploader }, hear),
      ...(asks !== 'nobody' && { findKnown: (file: File) => FINDERS[asks](client, file, user.id) }),
      onCreated: () => void invalidate(UPLOADS_PATH),
    }),
  );
  useEffect(() => {
    const stopWatching = uploads.watchLink();
    const note = ({ entries }: Noted, before: Noted) =>
      noteChosen(uploader, localStorage, before.entries, entries);
    const stopNoting = uploads.store.subscribe(note);
    return () => {
      stopWatching();
      stopNoting();
      uploads.stopAll();
    };
  }, [uploads, uploader]);
  const { entries } = useStore(uploads.store);
  return { uploads, entries, limits };
}
