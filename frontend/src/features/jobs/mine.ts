export { MyJobs as default } from "./components/my-jobs";
