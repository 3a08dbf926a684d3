import type { Svm } from "../../../chains/svm.ts";
import { installSvm } from "./install.ts";

/** Every piece of the cluster, in the order in which they build on each other. */
export const INSTALL: readonly ((cluster: Svm) => void | Promise<void>)[] = [installSvm];
