/** Resumable uploads (tus 1.0.0): each bound to the user who began it, taken in when its last byte is there. */
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server as Tus } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../../shared/contract/errors.ts';
import { MAX_VIDEO_BYTES, UPLOADS_PATH } from '../../shared/contract/media.ts';
import { notFound } from '../db/rows.ts';
import type { UserCaller } from '../http/caller.ts';
import type { Server } from '../server.ts';
import { refuseEarly } from './refusals.ts';
import { cleanFilename, takeFile } from './take.ts';

export const APPROVED_BECAUSE = 'uploader_holds_manage_creatives';
