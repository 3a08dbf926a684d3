import type { WorldCluster } from "../svm.ts";
import { installSvm } from "./install.ts";

/** Every piece of the cluster, in the order in which they build on each other. */
export const INSTALL: readonly ((cluster: WorldCluster) => void | Promise<void>)[] = [installSvm];
