import type { Svm } from "../../../chains/svm.ts";
import { installSvm } from "./install.ts";

/** Install steps of the cluster, in order of dependency. */
export const INSTALL: readonly ((cluster: Svm) => void | Promise<void>)[] = [installSvm];
