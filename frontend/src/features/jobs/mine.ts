export { MyJobs } from "./components/my-jobs";
