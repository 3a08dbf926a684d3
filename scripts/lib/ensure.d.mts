import type { SpawnOptions } from "node:child_process";

export const root: string;
export function node24Path(): string;
export function run(cmd: string, args?: string[], opts?: SpawnOptions): Promise<void>;
export function ensureInstalled(): Promise<void>;
export function ensureBuilt(): Promise<void>;
export function electronPath(folder?: string): string | undefined;
export function ensureElectron(folder?: string): Promise<string | undefined>;
export function hasDisplay(): boolean;
