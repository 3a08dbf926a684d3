import { runVault } from "./process.ts";

runVault();
