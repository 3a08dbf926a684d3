import { runVault } from "./process.ts";

/** Entry point of the vault process. */
runVault();
