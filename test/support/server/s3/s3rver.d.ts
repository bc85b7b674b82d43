declare module 's3rver' {
  import type { Server } from 'node:http';
  interface Options {
    address: string;
    port: number;
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
  }
  interface StoredFile {
    bucket: string;
    key: string;
    content: NodeJS.ReadableStream | Buffer;
    metadata: object;
  }
  interface Store {
    putObject(object: StoredFile): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
  }
  interface Context {
    method: string;
    path: string;
    query: Record<string, string>;
    status: number;
    type: string;
    body: unknown;
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
  export default class S3rver {
    constructor(options: Partial<Options>);
    middleware: Middleware[];
    store: Store;
    httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
